-- A text without accents, strokes and ligatures of its Latin letters, and without invisible characters, in lower case: for filters by the
-- name of a person. The domain package (text/fold-latin, text/invisible) has the same rules; a test compares the two.
create function headwater_folded(words text) returns text language sql immutable strict parallel safe as $$
  -- Most names are plain Latin or Russian.
  select case when words !~ '[^ -~А-яЁё]' then replace(lower(words), 'ё', 'е') else replace(normalize(regexp_replace(
    replace(replace(replace(replace(
      translate(
        normalize(lower(normalize(
          regexp_replace(words, '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\uFEFF]', '', 'g'),
          NFKC)), NFD),
        'łøđðħŧıŋĸəɓɖɗɛɔƙƴʋɣɩƶɵɨʉ', 'loddhtinqabddeokyvgizoiu'),
      'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th'),
    '([a-z])[\u0300-\u036F]+', '\1', 'g'), NFC), 'ё', 'е') end $$;
