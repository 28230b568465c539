import type { Entry } from './catalogue.ts';

const entry = (status: number, en: string, ru: string): Entry => ({ status, en, ru });

/** Messages of this area; same form as the core catalogue. */
export const vacancyMessages = {
  vacancy_name_taken: entry(400, 'You already have an active vacancy with this name', 'У вас уже есть активная вакансия с таким названием'),
  vacancy_unknown: entry(400, 'There is no such vacancy', 'Такой вакансии нет'),
  vacancy_unknown_user: entry(400, 'Choose people of your company', 'Выберите сотрудников вашей компании'),
  vacancy_unknown_status: entry(400, 'Choose an active status', 'Выберите действующий статус'),
  vacancy_no_status: entry(
    400,
    'The vacancy has no active status. Choose its statuses first',
    'У вакансии нет действующих статусов. Сначала выберите их',
  ),
  candidate_already: entry(400, 'Candidate already in the selected vacancy', 'Кандидат уже есть в выбранной вакансии'),
  candidate_same_vacancy: entry(400, 'Choose another vacancy', 'Выберите другую вакансию'),
  candidate_unknown_profile: entry(400, 'There are no such profiles', 'Таких профилей нет'),
  candidate_not_in_sequence: entry(400, 'These candidates are not in the sequence', 'Этих кандидатов нет в последовательности'),
  candidate_nobody_found: entry(400, 'The search finds nobody', 'Поиск никого не нашёл'),

  comment_unknown_candidate: entry(400, 'There is no such candidate', 'Такого кандидата нет'),
  comment_needs_candidate: entry(
    400,
    'Comment on the person as a candidate of one of your vacancies',
    'Комментируйте человека как кандидата одной из ваших вакансий',
  ),

  status_name_taken: entry(400, 'There is already a status with this name', 'Статус с таким названием уже есть'),
  status_unknown_parent: entry(400, 'Choose a status of the first level', 'Выберите статус первого уровня'),
  status_order_incomplete: entry(
    400,
    'The list of statuses has changed. Reload the page and try again',
    'Список статусов изменился. Обновите страницу и повторите',
  ),
  status_delete_in_use: entry(
    409,
    'Status cannot be deleted: it is used in vacancies',
    'Статус нельзя удалить: он используется в вакансиях',
  ),
  status_delete_mixmax: entry(
    409,
    'Status cannot be deleted: it is used by the Mixmax integration',
    'Статус нельзя удалить: его использует интеграция с Mixmax',
  ),
  status_delete_last: entry(
    409,
    'Status cannot be deleted: it is the only active one',
    'Статус нельзя удалить: он единственный действующий',
  ),
  status_delete_has_substatuses: entry(
    409,
    'Status cannot be deleted: it has substatuses',
    'Статус нельзя удалить: у него есть вложенные статусы',
  ),
  status_move_in_use: entry(
    409,
    'Status cannot be moved: "{name}" is used in vacancies',
    'Статус нельзя переместить: «{name}» используется в вакансиях',
  ),
  status_edit_mixmax: entry(
    409,
    'Status cannot be edited: it is used by the Mixmax integration',
    'Статус нельзя изменить: его использует интеграция с Mixmax',
  ),
  status_edit_last: entry(409, 'Status cannot be edited: it is the only active one', 'Статус нельзя изменить: он единственный действующий'),

  job_over: entry(409, 'This work is already over', 'Эта работа уже завершена'),
  job_runs: entry(409, 'This work is not over yet', 'Эта работа ещё не завершена'),
  job_not_undoable: entry(409, 'This can no longer be undone', 'Отменить это уже нельзя'),
  job_person_gone: entry(403, 'The person who started this may no longer do it', 'У того, кто начал эту работу, больше нет на неё прав'),
} satisfies Record<string, Entry>;
