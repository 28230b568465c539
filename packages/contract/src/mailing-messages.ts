import type { Entry } from './catalogue.ts';

/** Messages of mailing lists and sequences; same form as the core catalogue. */
export const mailingMessages = {
  mailing_running: { status: 409, en: 'Stop it before editing', ru: 'Остановите рассылку, прежде чем её менять' },
  mailing_of_sender: {
    status: 403,
    en: 'The messages are sent from the mailbox of {name}. Only they can change them while it runs',
    ru: 'Письма уходят из почтового ящика пользователя {name}. Пока рассылка идёт, менять их может только этот пользователь',
  },
  mailing_not_running: { status: 409, en: 'It is not running', ru: 'Рассылка не запущена' },
  launch_not_undoable: {
    status: 409,
    en: 'The launch can no longer be undone. Stop the mailing to keep back what has not left',
    ru: 'Запуск уже нельзя отменить. Остановите рассылку, чтобы не отправлять остальное',
  },
  mailing_empty: { status: 400, en: 'Write at least one message', ru: 'Напишите хотя бы одно сообщение' },
  mailing_nobody: { status: 400, en: 'There is nobody to send to', ru: 'Отправлять некому' },
  mailing_template_unknown: {
    status: 400,
    en: 'There is no such message in this mailing list',
    ru: 'В этой рассылке нет такого сообщения',
  },
  mailing_text_empty: { status: 400, en: 'Write a subject and a text', ru: 'Напишите тему и текст' },
  mailing_launch_past: { status: 400, en: 'Choose a time in the future', ru: 'Выберите время в будущем' },
  fill_variables: { status: 400, en: 'please fill in all variable values', ru: 'заполните значения всех переменных' },
  connect_mail: { status: 400, en: 'please connect the mail integration', ru: 'подключите почту' },
  window_pair: { status: 400, en: 'Enter both times or none', ru: 'Укажите оба времени или ни одного' },
  recipient_not_stopped: { status: 409, en: 'This recipient was not stopped by hand', ru: 'Этого получателя не останавливали вручную' },
  recipient_over: { status: 409, en: 'Nothing more is sent to this recipient already', ru: 'Этому получателю уже ничего не отправляется' },
  why_draft: { status: 400, en: 'The mailing has not been launched', ru: 'Рассылка ещё не запущена' },
  why_not_launched: {
    status: 400,
    en: 'This person was added after the launch. Launch the mailing again',
    ru: 'Этого человека добавили после запуска. Запустите рассылку ещё раз',
  },
  why_stopped: { status: 400, en: 'The mailing is stopped', ru: 'Рассылка остановлена' },
  why_no_email: { status: 400, en: 'This person has no email address', ru: 'У этого человека нет адреса электронной почты' },
  why_contacts_closed: {
    status: 400,
    en: 'The contacts of this person must be opened first',
    ru: 'Сначала нужно открыть контакты этого человека',
  },
  why_contacts_closed_to_sender: {
    status: 400,
    en: 'The sender must open the contacts of this person and launch the mailing again',
    ru: 'Отправитель должен открыть контакты этого человека и запустить рассылку ещё раз',
  },
  why_same_address: {
    status: 400,
    en: 'Another recipient of this mailing has the same address',
    ru: 'Тот же адрес у другого получателя этой рассылки',
  },
  why_ended_finished: { status: 400, en: 'All messages have been sent', ru: 'Все письма отправлены' },
  why_ended_replied: {
    status: 400,
    en: 'The person has replied, so nothing more is sent',
    ru: 'Человек ответил, больше ничего не отправляется',
  },
  why_ended_bounced: {
    status: 400,
    en: 'The address does not accept messages. Change it and relaunch',
    ru: 'Адрес не принимает письма. Измените его и запустите снова',
  },
  why_ended_unsubscribed: { status: 400, en: 'The person has unsubscribed', ru: 'Человек отписался' },
  why_ended_by_hand: { status: 400, en: 'Sending to this person was stopped by hand', ru: 'Отправку этому человеку остановили вручную' },
  why_next_step: { status: 400, en: 'It is sent on schedule', ru: 'Отправится по расписанию' },
  why_other_mailbox: {
    status: 400,
    en: 'The message before it came from {address}, where an answer would not be heard now. Connect that mailbox again, or stop the mailing and launch it again to go on without',
    ru: 'Предыдущее письмо ушло с {address}, и ответ на него сейчас не будет замечен. Подключите эту почту снова или остановите рассылку и запустите её заново, чтобы продолжить без неё',
  },
  why_window: { status: 400, en: 'It waits for its sending window', ru: 'Ждёт окна отправки' },
  why_previous_error: { status: 400, en: 'The message before it failed: {detail}', ru: 'Предыдущее письмо не ушло: {detail}' },
  why_ramp: { status: 400, en: 'A new mailbox begins with few messages a day', ru: 'Новая почта начинает с небольшого числа писем в день' },
  why_company_limit: { status: 400, en: 'The daily limit of the company is used up', ru: 'Дневной лимит компании исчерпан' },
  why_mailbox_paused: {
    status: 400,
    en: 'The mail server asked to wait or does not answer',
    ru: 'Почтовый сервер попросил подождать или не отвечает',
  },
} satisfies Record<string, Entry>;
