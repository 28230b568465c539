-- One key for each mailbox and page. The domain package (identity/email, identity/link) has the same rules; a test compares the two.

alter function headwater_address_key(text) rename to headwater_plain_address_key;

-- Same result as mailboxKey of the domain package.
create function headwater_address_key(address text) returns text language sql immutable strict parallel safe as $$
  select case when domain is null then key else coalesce(nullif(case domain
      when 'gmail.com' then replace(untagged, '.', '')
      when 'yandex.ru' then replace(untagged, '.', '-')
      when 'proton.me' then regexp_replace(untagged, '[._-]', '', 'g')
      else untagged end, ''), local) || '@' || domain end
  from (select key, substring(key from '^(.*)@') as local, regexp_replace(substring(key from '^(.*)@'), '\+.*$', '') as untagged,
      case substring(key from '[^@]*$')
        when 'gmail.com' then 'gmail.com' when 'googlemail.com' then 'gmail.com'
        when 'ya.ru' then 'yandex.ru' when 'narod.ru' then 'yandex.ru' when 'yandex.ru' then 'yandex.ru' when 'yandex.com' then 'yandex.ru'
        when 'yandex.by' then 'yandex.ru' when 'yandex.kz' then 'yandex.ru' when 'yandex.ua' then 'yandex.ru' when 'yandex.uz' then 'yandex.ru'
        when 'yandex.az' then 'yandex.ru' when 'yandex.fr' then 'yandex.ru' when 'yandex.com.tr' then 'yandex.ru' when 'yandex.com.ge' then 'yandex.ru'
        when 'yandex.com.am' then 'yandex.ru' when 'yandex.co.il' then 'yandex.ru'
        when 'proton.me' then 'proton.me' when 'protonmail.com' then 'proton.me' when 'protonmail.ch' then 'proton.me' when 'pm.me' then 'proton.me'
        when 'icloud.com' then 'icloud.com' when 'me.com' then 'icloud.com' when 'mac.com' then 'icloud.com'
        when 'outlook.com' then 'outlook.com' when 'hotmail.com' then 'hotmail.com' when 'live.com' then 'live.com'
        when 'fastmail.com' then 'fastmail.com' when 'hey.com' then 'hey.com' end as domain
    from (select headwater_plain_address_key(address) as key) as plain) as parts $$;

-- Same result as linkKey of the domain package.
create or replace function headwater_link_key(url text) returns text language plpgsql immutable parallel safe as $$
declare
  clean text := regexp_replace(url, '[\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]', '', 'g');
  bare text := lower(rtrim(regexp_replace(split_part(btrim(case when clean like '%\%%' then public.headwater_decode_link(clean) else clean end, E' \t\n\r'), '#', 1),
    '^(?:[a-z][a-z0-9+.-]*://)?(?:www\.)?', '', 'i'), '/'));
  rule text[];
begin
  -- Most addresses are of none of the sites.
  if bare ~ '^[^/?]*(?:linkedin|github|gitlab|bitbucket|facebook|fb|vk|vkontakte|ok|odnoklassniki|instagr|twitter|\mx|t|telegram|habr|moikrug|hh|headhunter|rabota|tut|stackoverflow|stackexchange|superuser|serverfault|medium|behance|dribbble|kaggle|xing|youtube)[a-z]*\.' then
    foreach rule slice 1 in array array[
      ['^(?:[a-z]{2,3}\.|[a-z]{2}-[a-z]{2}\.|m\.|mobile\.|touch\.|web\.|mbasic\.)?linkedin\.com/(?:m/|mwlite/|comm/)*in/([^/?]+)(?:[/?].*)?$', 'linkedin.com/in/\1'],
      ['^(?:[a-z]{2,3}\.|[a-z]{2}-[a-z]{2}\.|m\.|mobile\.|touch\.|web\.|mbasic\.)?linkedin\.com/(?:m/|mwlite/)*pub/([^?]*[^/?])/*(?:\?.*)?$', 'linkedin.com/pub/\1'],
      ['^(?:[a-z]{2,3}\.|[a-z]{2}-[a-z]{2}\.|m\.|mobile\.|touch\.|web\.|mbasic\.)?linkedin\.com/(company|school|showcase|groups|jobs)/([^/?]+)(?:[/?].*)?$', 'linkedin.com/\1/\2'],
      ['^(?:m\.)?(github\.com|gitlab\.com|bitbucket\.org)/(?!(?:orgs|topics|about|features|explore|marketplace|sponsors|collections|apps|login|search|trending|enterprise|groups|dashboard|users)(?:[/?]|$))([a-z0-9_.-]+)/*(?:\?.*)?$', '\1/\2'],
      ['^(?:[a-z]{2,3}\.|[a-z]{2}-[a-z]{2}\.|m\.|mobile\.|touch\.|web\.|mbasic\.)?(?:facebook|fb)\.com/profile\.php\?(?:.*&)?id=([0-9]+).*$', 'facebook.com/\1'],
      ['^(?:[a-z]{2,3}\.|[a-z]{2}-[a-z]{2}\.|m\.|mobile\.|touch\.|web\.|mbasic\.)?(?:facebook|fb)\.com/people/[^/?]+/([0-9]+)(?:[/?].*)?$', 'facebook.com/\1'],
      ['^(?:[a-z]{2,3}\.|[a-z]{2}-[a-z]{2}\.|m\.|mobile\.|touch\.|web\.|mbasic\.)?(?:facebook\.com|fb\.com|fb\.me)/(?!(?:groups|pages|events|people|watch|marketplace|sharer|share|help|business|login|profile.php|sharer.php|permalink.php|story.php)(?:[/?]|$))([a-z0-9.]+)(?:[/?].*)?$', 'facebook.com/\1'],
      ['^(?:m\.|new\.)?(?:vk\.com|vk\.ru|vkontakte\.ru)/(?!(?:feed|search|video|videos|audio|docs|app|apps|jobs|im|groups|market|share.php)(?:[/?]|$))(?!(?:wall|club|public|event|topic|photo|album|video|doc|app)-?[0-9])([a-z0-9_.]+)(?:[/?].*)?$', 'vk.com/\1'],
      ['^(?:m\.)?(?:ok|odnoklassniki)\.ru/profile/([0-9]+)(?:[/?].*)?$', 'ok.ru/profile/\1'],
      ['^(?:[a-z]{2,3}\.|[a-z]{2}-[a-z]{2}\.|m\.|mobile\.|touch\.|web\.|mbasic\.)?(?:instagram\.com|instagr\.am)/(?:_u/)?(?!(?:p|reel|reels|explore|stories|tv|accounts|direct)(?:[/?]|$))([a-z0-9_.]+)(?:[/?].*)?$', 'instagram.com/\1'],
      ['^(?:[a-z]{2,3}\.|[a-z]{2}-[a-z]{2}\.|m\.|mobile\.|touch\.|web\.|mbasic\.)?(?:twitter|x)\.com/@?(?!(?:home|search|hashtag|i|intent|share|explore|login)(?:[/?]|$))([a-z0-9_]+)(?:[/?].*)?$', 'twitter.com/\1'],
      ['^([a-z][a-z0-9_]{3,31})\.t\.me(?:\?.*)?$', 't.me/\1'],
      ['^(?:t\.me|telegram\.me|telegram\.dog)/(?:s/)?@?(?!(?:joinchat|share|addstickers|addemoji|addlist|addtheme|proxy|socks|login|confirmphone|contact|boost|giftcode|invoice|setlanguage|bg|iv|c|s|m|nft)(?:[/?]|$))([a-z][a-z0-9_]{3,31})/*(?:\?.*)?$', 't.me/\1'],
      ['^(?:t\.me|telegram\.me|telegram\.dog)/([^?]*[^/?])/*(?:\?.*)?$', 't.me/\1'],
      ['^(?:m\.)?(?:habr\.com|habrahabr\.ru)/(?:[a-z]{2}/)?users/([^/?]+)(?:[/?].*)?$', 'habr.com/users/\1'],
      ['^(?:career\.habr\.com|moikrug\.ru)/(?!(?:companies|vacancies|resumes|salaries|education|experts|users|journal)(?:[/?]|$))([^/?]+)(?:[/?].*)?$', 'career.habr.com/\1'],
      ['^(?:[a-z-]+\.)?(?:hh\.(?:ru|kz|uz)|headhunter\.(?:kg|ge)|rabota\.by|jobs\.tut\.by)/resume/([a-z0-9]+)(?:[/?].*)?$', 'hh.ru/resume/\1'],
      ['^(?:m\.)?stackoverflow\.com/users/([0-9]+)(?:[/?].*)?$', 'stackoverflow.com/users/\1'],
      ['^([a-z]{2}\.stackoverflow\.com|[a-z]+\.stackexchange\.com|superuser\.com|serverfault\.com)/users/([0-9]+)(?:[/?].*)?$', '\1/users/\2'],
      ['^(?:m\.)?medium\.com/@([^/?]+)(?:[/?].*)?$', 'medium.com/@\1'],
      ['^([a-z0-9-]+)\.medium\.com(?:[/?].*)?$', 'medium.com/@\1'],
      ['^behance\.net/(?!(?:gallery|search|joblist|galleries|live|collection|hire)(?:[/?]|$))([^/?]+)(?:[/?].*)?$', 'behance.net/\1'],
      ['^dribbble\.com/(?!(?:shots|jobs|search|tags|designers|teams|stories|learn)(?:[/?]|$))([^/?]+)(?:[/?].*)?$', 'dribbble.com/\1'],
      ['^kaggle\.com/(?!(?:datasets|code|competitions|c|models|learn|discussions|search|organizations)(?:[/?]|$))([^/?]+)(?:[/?].*)?$', 'kaggle.com/\1'],
      ['^(?:xing\.com/profile|xing\.to)/([^/?]+)(?:[/?].*)?$', 'xing.com/profile/\1'],
      ['^(?:m\.)?youtube\.com/(@[^/?]+|(?:channel|c|user)/[^/?]+)(?:[/?].*)?$', 'youtube.com/\1']
    ] loop
      if bare ~ rule[1] then return left(regexp_replace(bare, rule[1], rule[2]), 500); end if;
    end loop;
  end if;
  return left(bare, 500);
end $$;
reindex index profile_contacts_link_key;

delete from banned_links as later using banned_links as earlier
  where earlier.id < later.id and headwater_link_key(earlier.url) = headwater_link_key(later.url);
update banned_links set key = headwater_link_key(url) where key <> headwater_link_key(url);

-- A generated column cannot change its expression in PostgreSQL 15.
alter table suppressions alter column address_key drop expression;
create function headwater_set_address_key() returns trigger language plpgsql as $$
begin
  new.address_key := headwater_address_key(new.address);
  return new;
end $$;
create trigger suppressions_address_key before insert or update of address on suppressions for each row execute function headwater_set_address_key();

-- Keys of what is sent change at once: an address that opted out must never look like another one.
update suppressions set address_key = headwater_address_key(address) where address_key <> headwater_address_key(address);
update mailing_recipients set email_key = headwater_address_key(email_key) where email_key <> headwater_address_key(email_key);
delete from contact_checks as older using contact_checks as newer
  where (older.company_id, older.profile_id) = (newer.company_id, newer.profile_id) and older.email_key <> newer.email_key
    and headwater_address_key(older.email_key) = headwater_address_key(newer.email_key)
    and (older.checked_at, older.email_key) < (newer.checked_at, newer.email_key);
update contact_checks set email_key = headwater_address_key(email_key) where email_key <> headwater_address_key(email_key);

-- Records of people who were erased on request.
alter table imports add column erased integer not null default 0;
