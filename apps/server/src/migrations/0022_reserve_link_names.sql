-- Addresses of pages that name no account have keys of their own: facebook.com/photo.php, vk.com/away.php, link.medium.com.

-- Same result as linkKey of the domain package.
create or replace function headwater_link_key(url text) returns text language plpgsql immutable parallel safe as $$
declare
  clean text := regexp_replace(url, '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\uFEFF\U000E0000-\U000E03FF]', '', 'g');
  bare text := lower(rtrim(regexp_replace(split_part(btrim(case when clean like '%\%%' then public.headwater_decode_link(clean) else clean end, E' \t\n\r'), '#', 1),
    '^(?:[a-z][a-z0-9+.-]*://)?(?:www\.)?', '', 'i'), '/'));
  rule text[];
begin
  -- Most addresses are of none of the sites.
  if bare ~ '^[^/?]*(?:linkedin|github|gitlab|bitbucket|facebook|fb|vk|vkontakte|ok|odnoklassniki|instagr|twitter|\mx|t|telegram|habr|moikrug|hh|headhunter|rabota|tut|stackoverflow|stackexchange|superuser|serverfault|medium|behance|dribbble|kaggle|xing|youtube)[a-z]*\.' then
    foreach rule slice 1 in array array[
      ['^(?:[a-z]{2,3}\.|[a-z]{2}-[a-z]{2}\.|m\.|mobile\.|touch\.|web\.|mbasic\.)?linkedin\.com/(?:m/|mwlite/|comm/)*in/(?!(?:me|edit|unavailable)(?:[/?]|$))([^/?]+)(?:[/?].*)?$', 'linkedin.com/in/\1'],
      ['^(?:[a-z]{2,3}\.|[a-z]{2}-[a-z]{2}\.|m\.|mobile\.|touch\.|web\.|mbasic\.)?linkedin\.com/(?:m/|mwlite/)*pub/([^?]*[^/?])/*(?:\?.*)?$', 'linkedin.com/pub/\1'],
      ['^(?:[a-z]{2,3}\.|[a-z]{2}-[a-z]{2}\.|m\.|mobile\.|touch\.|web\.|mbasic\.)?linkedin\.com/(company|school|showcase|groups|jobs)/([^/?]+)(?:[/?].*)?$', 'linkedin.com/\1/\2'],
      ['^(?:m\.)?(github\.com|gitlab\.com|bitbucket\.org)/(?!(?:about|account|admin|api|apps|blog|business|careers|codespaces|collections|community|contact|copilot|customer-stories|dashboard|discussions|enterprise|events|explore|features|gist|groups|help|issues|join|login|logout|marketplace|mobile|models|new|nonprofit|notifications|organizations|orgs|partners|password_reset|pricing|product|projects|public|pulls|readme|repo|resources|search|security|sessions|settings|signup|site|snippets|solutions|sponsors|stars|stories|support|team|teams|topics|trending|users|watching|why-github)(?:[/?]|$))([a-z0-9_.-]+)/*(?:\?.*)?$', '\1/\2'],
      ['^(?:[a-z]{2,3}\.|[a-z]{2}-[a-z]{2}\.|m\.|mobile\.|touch\.|web\.|mbasic\.)?(?:facebook|fb)\.com/profile\.php\?(?:.*&)?id=([0-9]+).*$', 'facebook.com/\1'],
      ['^(?:[a-z]{2,3}\.|[a-z]{2}-[a-z]{2}\.|m\.|mobile\.|touch\.|web\.|mbasic\.)?(?:facebook|fb)\.com/people/[^/?]+/([0-9]+)(?:[/?].*)?$', 'facebook.com/\1'],
      ['^(?:[a-z]{2,3}\.|[a-z]{2}-[a-z]{2}\.|m\.|mobile\.|touch\.|web\.|mbasic\.)?(?:facebook\.com|fb\.com|fb\.me)/(?![a-z_]+\.php(?:[/?]|$))(?!(?:about|ads|adsmanager|ajax|badges|bookmarks|business|campaign|careers|checkpoint|comment|developers|dialog|directory|donate|events|feed|flx|friends|fundraisers|games|gaming|groups|hashtag|help|home|jobs|legal|lists|lite|live|local|login|marketplace|me|media|memories|messages|mobile|notes|notifications|offers|page|pages|people|permalink|pg|photo|photos|places|plugins|policies|post|posts|privacy|public|recover|reel|reels|reg|saved|search|settings|share|sharer|signup|status|stories|story|terms|video|videos|watch|weather)(?:[/?]|$))([a-z0-9.]+)(?:[/?].*)?$', 'facebook.com/\1'],
      ['^(?:m\.|new\.)?(?:vk\.com|vk\.ru|vkontakte\.ru)/(?![a-z_]+\.php(?:[/?]|$))(?!(?:about|ads|adscreate|album|albums|app|apps|audio|audios|biz|blog|board|bookmarks|bugs|business|calls|clips|data_protection|dev|doc|docs|donut|edu|event|events|faq|fave|feed|friends|games|gifts|groups|help|im|jobs|join|liked|live|login|mail|market|mini_apps|mobile|music|newsfeed|note|notes|notifications|page|pages|payments|people|photo|photos|places|playlist|podcast|podcasts|poll|privacy|products|reg|restore|search|services|settings|share|stickers|stories|story|support|terms|topic|video|videos|vkpay|wall|write)(?:[/?]|$))(?!(?:wall|club|public|event|topic|photos?|albums?|videos?|docs?|app|audios?|clips?|story|playlist|page|note|board|market|product|podcast|gifts?|write|poll)-?[0-9])([a-z0-9_.]+)(?:[/?].*)?$', 'vk.com/\1'],
      ['^(?:m\.)?(?:ok|odnoklassniki)\.ru/profile/([0-9]+)(?:[/?].*)?$', 'ok.ru/profile/\1'],
      ['^(?:[a-z]{2,3}\.|[a-z]{2}-[a-z]{2}\.|m\.|mobile\.|touch\.|web\.|mbasic\.)?(?:instagram\.com|instagr\.am)/(?:_u/)?(?![a-z_]+\.php(?:[/?]|$))(?!(?:a|about|accounts|ads|api|ar|archive|blog|challenge|channel|create|data|developer|direct|directory|download|emails|explore|graphql|guide|igtv|invites|j|legal|lite|n|nametag|oauth|p|popular|press|privacy|push|qr|reel|reels|s|session|settings|share|shop|shopping|static|stories|terms|topics|tv|web|your_activity)(?:[/?]|$))([a-z0-9_.]+)(?:[/?].*)?$', 'instagram.com/\1'],
      ['^(?:[a-z]{2,3}\.|[a-z]{2}-[a-z]{2}\.|m\.|mobile\.|touch\.|web\.|mbasic\.)?(?:twitter|x)\.com/@?(?!(?:about|account|bookmarks|compose|download|en|explore|favorites|followers|following|goodies|hashtag|help|home|i|intent|invitations|jobs|login|logout|mentions|messages|notifications|oauth|personalization|premium|privacy|rules|search|settings|share|signup|statuses|tos|verified|welcome|who_to_follow|widgets)(?:[/?]|$))([a-z0-9_]+)(?:[/?].*)?$', 'twitter.com/\1'],
      ['^([a-z][a-z0-9_]{3,31})\.t\.me(?:\?.*)?$', 't.me/\1'],
      ['^(?:t\.me|telegram\.me|telegram\.dog)/(?:s/)?@?(?!(?:addemoji|addlist|addstickers|addtheme|auction|bg|boost|c|call|confirmphone|contact|giftcode|invoice|iv|joinchat|k|login|m|msg_url|nft|passport|proxy|resolve|s|setlanguage|share|socks|stickers|telegrampassport|https|http|www)(?:[/?]|$))([a-z][a-z0-9_]{3,31})/*(?:\?.*)?$', 't.me/\1'],
      ['^(?:t\.me|telegram\.me|telegram\.dog)/([^?]*[^/?])/*(?:\?.*)?$', 't.me/\1'],
      ['^(?:m\.)?(?:habr\.com|habrahabr\.ru)/(?:[a-z]{2}/)?users/(?!page[0-9]+(?:[/?]|$))([^/?]+)(?:[/?].*)?$', 'habr.com/users/\1'],
      ['^(?:career\.habr\.com|moikrug\.ru)/(?!(?:about|account|agreement|api|catalog|companies|conversations|courses|dashboard|docs|education|experts|favorites|feedback|friends|help|info|jobs|journal|login|logout|messages|notifications|price|pricing|privacy|profile|profiles|ratings|register|responses|resumes|salaries|salary|search|services|settings|skills|specializations|terms|users|vacancies)(?:[/?]|$))([^/?]+)(?:[/?].*)?$', 'career.habr.com/\1'],
      ['^(?:[a-z-]+\.)?(?:hh\.(?:ru|kz|uz)|headhunter\.(?:kg|ge)|rabota\.by|jobs\.tut\.by)/resume/(?!(?:add|edit|new|search)(?:[/?]|$))([a-z0-9]+)(?:[/?].*)?$', 'hh.ru/resume/\1'],
      ['^(?:m\.)?stackoverflow\.com/users/([0-9]+)(?:[/?].*)?$', 'stackoverflow.com/users/\1'],
      ['^([a-z]{2}\.stackoverflow\.com|[a-z]+\.stackexchange\.com|superuser\.com|serverfault\.com)/users/([0-9]+)(?:[/?].*)?$', '\1/users/\2'],
      ['^(?:m\.)?medium\.com/@([^/?]+)(?:[/?].*)?$', 'medium.com/@\1'],
      ['^(?!(?:cdn-[a-z0-9-]+|about|api|blog|careers|developers|embed|glyph|help|jobs|legal|link|m|miro|partners|policy|press|rsci|status|upload)\.)([a-z0-9-]+)\.medium\.com(?:[/?].*)?$', 'medium.com/@\1'],
      ['^behance\.net/(?!(?:about|account|activity|adobelive|api|appreciations|assets|blog|careers|collection|collections|dev|discover|featured|for_you|galleries|gallery|hire|inbox|job|joblist|jobs|live|login|misc|moodboard|onboarding|privacy|pro|projects|resources|search|settings|signup|subscriptions|tools|v2)(?:[/?]|$))([^/?]+)(?:[/?].*)?$', 'behance.net/\1'],
      ['^dribbble\.com/(?!(?:about|account|advertise|animation|branding|colors|contact|courses|designers|faq|following|freelance-jobs|goods|help|hire|hiring|illustration|inspiration|jobs|learn|marketplace|meetups|mobile|podcast|popular|print|privacy|pro|product-design|projects|recent|resources|search|services|session|shots|sign-up|signup|stories|tags|teams|terms|typography|uploads|web-design)(?:[/?]|$))([^/?]+)(?:[/?].*)?$', 'dribbble.com/\1'],
      ['^kaggle\.com/(?!(?:about|account|benchmark|benchmarks|c|code|competitions|contact|cookies|datasets|discussion|discussions|docs|general|getting-started|host|jobs|kernels|learn|me|models|notebooks|organizations|privacy|product-feedback|progression|questions-and-answers|rankings|search|settings|static|submissions|team|terms)(?:[/?]|$))([^/?]+)(?:[/?].*)?$', 'kaggle.com/\1'],
      ['^(?:xing\.com/profile|xing\.to)/(?!(?:edit|me|my_profile|settings)(?:[/?]|$))([^/?]+)(?:[/?].*)?$', 'xing.com/profile/\1'],
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

-- The task that computes stored keys again has work until this row is finished.
insert into identity_key_runs (rules) values (2) on conflict do nothing;

-- A stored key that the task has not reached yet is computed when it is read.
create function headwater_current_link_key(key text) returns text language sql stable parallel safe as $$
  select case when (select exists (select from identity_key_runs where finished_at is null)) then headwater_link_key(key) else key end $$;

create or replace view unbanned_profiles with (security_invoker = true) as
  select id, company_id, external_key,
    case when (select exists (select from banned_links)) and jsonb_typeof(data -> 'links') = 'array' and exists (
      select from profile_link_keys as known join banned_links as banned on banned.key = headwater_current_link_key(known.key) where known.profile_id = profiles.id)
      then headwater_without_banned_links(data) else data end as data,
    created_by, created_at, updated_at, deleted_at
  from profiles;

create or replace view unbanned_overlays with (security_invoker = true) as
  select company_id, profile_id,
    case when (select exists (select from banned_links)) and jsonb_typeof(data -> 'links') = 'array' and exists (
      select from profile_link_keys as known join banned_links as banned on banned.key = headwater_current_link_key(known.key)
      where known.profile_id = profile_overlays.profile_id)
      then headwater_without_banned_links(data) else data end as data,
    hidden, updated_at
  from profile_overlays;
