/** Offered languages, ISO 639-1. A profile's other languages stay. */
export const languageCodes =
  'ar az be bg bn ca cs da de el en es et fa fi fr he hi hr hu hy id it ja ka kk ko ky lt lv mn ms nl no pl pt ro ru sk sl sr sv tg th tr uk ur uz vi zh'.split(
    ' ',
  );
