import { entry, type Entry, statusTexts } from './status-texts.ts';

export type { Entry };

const coded = (code: number, en: string, ru: string): Entry => ({ status: 400, en, ru, code });

/**
 * Every message of the server and of the specification in both languages (I18N-011). `{name}` parts are filled in.
 * One line per message; modules refer to it by key and never write a text themselves. */
export const catalogue = {
  ...statusTexts,
  data_not_displayed: entry(500, 'The data could not be displayed', 'Не удалось показать данные'),
  version_unknown: entry(406, 'This version of the API is not served', 'Эта версия API не поддерживается'),
  body_too_large: entry(413, 'The request is too large', 'Запрос слишком большой'),
  body_too_slow: entry(408, 'The request took too long to arrive', 'Запрос передавался слишком долго'),
  media_type: entry(415, 'Send the request as {type}', 'Отправьте запрос как {type}'),
  too_many_values: entry(400, 'The request holds too many values', 'В запросе слишком много значений'),
  wrong_host: entry(421, 'Headwater is not served at this address', 'Headwater не работает по этому адресу'),
  busy: entry(
    503,
    'Too much is being uploaded right now. Try again in {seconds} s',
    'Сейчас загружается слишком много данных. Повторите через {seconds} с',
  ),
  license_inactive: entry(403, 'Your company has no active license', 'У вашей компании нет действующей лицензии'),
  too_many_requests: entry(429, 'Too many requests, try again in {seconds} s', 'Слишком много запросов, повторите через {seconds} с'),
  csrf: entry(403, 'The page is out of date. Reload it and try again', 'Страница устарела. Обновите её и повторите'),
  no_access: entry(403, 'No access', 'Нет доступа'),
  ask_admin: entry(403, 'Ask your administrator to do this', 'Обратитесь к администратору'),
  employee_not_found: entry(404, 'Employee not found', 'Сотрудник не найден'),

  field_empty: entry(400, 'This field cannot be empty', 'Это поле не может быть пустым'),
  field_required: entry(400, 'Field is required', 'Обязательное поле'),
  field_type: entry(400, 'This value has the wrong type', 'Значение неверного типа'),
  field_number: entry(400, 'Enter a number', 'Введите число'),
  field_integer: entry(400, 'Enter a whole number', 'Введите целое число'),
  field_direction: entry(
    400,
    'Remove the invisible characters that turn the text around',
    'Удалите невидимые символы, которые меняют направление текста',
  ),
  field_too_long: entry(400, 'Enter at most {max} characters', 'Введите не более {max} символов'),
  field_too_short: entry(400, 'Enter at least {min} characters', 'Введите не менее {min} символов'),
  field_too_small: entry(400, 'Enter a number not less than {min}', 'Введите число не меньше {min}'),
  field_too_big: entry(400, 'Enter a number not greater than {max}', 'Введите число не больше {max}'),
  field_too_many: entry(400, 'At most {max} entries are allowed', 'Допускается не более {max} значений'),
  field_too_few: entry(400, 'Choose at least {min}', 'Выберите не менее {min}'),
  field_choice: entry(400, 'Choose one of: {options}', 'Выберите одно из значений: {options}'),
  field_unknown: entry(400, 'Unknown field', 'Неизвестное поле'),
  field_email: entry(400, 'Enter a valid email address', 'Введите правильный адрес электронной почты'),
  field_url: entry(400, 'Enter a valid link', 'Введите правильную ссылку'),
  field_date: entry(400, 'Enter a valid date', 'Введите правильную дату'),
  field_invalid: entry(400, 'This value is not valid', 'Недопустимое значение'),
  not_json: entry(400, 'The request body is not valid JSON', 'Тело запроса — не правильный JSON'),

  wrong_credentials: entry(400, 'Wrong email or password', 'Неверный адрес или пароль'),
  signin_link_sent: entry(
    403,
    'Too many failed attempts. If the password is right, we have emailed you a sign-in link. It is valid for 15 minutes',
    'Слишком много неудачных попыток. Если пароль верный, мы отправили вам ссылку для входа. Она действует 15 минут',
  ),
  signin_code_not_sent: entry(
    503,
    'Signing in takes a code that is sent by email, and email is not set up here. Contact your administrator',
    'Для входа нужен код из письма, а отправка писем здесь не настроена. Обратитесь к администратору',
  ),
  wrong_code: entry(400, 'Wrong code', 'Неверный код'),
  signin_expired: entry(400, 'This sign-in has expired. Sign in again', 'Срок входа истёк. Войдите ещё раз'),
  user_disabled: entry(
    403,
    'This account is switched off. Ask your administrator',
    'Учётная запись отключена. Обратитесь к администратору',
  ),
  password_length: entry(400, 'A password must have at least 12 characters', 'В пароле должно быть не менее 12 символов'),
  password_kinds: entry(
    400,
    'A password must have a lowercase letter, an uppercase letter, a digit and a special character',
    'В пароле должны быть строчная и прописная буквы, цифра и специальный символ',
  ),
  password_differs: entry(400, 'value differs from password', 'значение отличается от пароля'),
  location_not_supported: coded(100, 'This location is not supported for your account', 'Эта локация недоступна для вашей учётной записи'),
  age_not_available: coded(102, 'Filter "Age" is not available for this location', 'Фильтр «Возраст» недоступен для этой локации'),
  gender_not_available: coded(103, 'Filter "Gender" is not available for this location', 'Фильтр «Пол» недоступен для этой локации'),
  diversity_not_available: coded(
    104,
    'Filter "Diversity" is not available for this location',
    'Фильтр «Разнообразие» недоступен для этой локации',
  ),
} satisfies Record<string, Entry>;
