-- Signatures are html that stands in a message as it is. Those that were plain text lost their lines, and what stood in angle brackets.
select set_config('headwater.scope', 'system', true);

update messaging_settings set signature = case
  when signature ~ '^\s*$' then ''
  when signature ~* '</?(p|br|div|blockquote|h[1-3]|hr|ul|ol|li|span|b|strong|i|em|u|s|a|img)(\s[^<>]*)?/?>' then
    case when signature ~* '^\s*<(p|div|blockquote|h[1-3]|hr|ul|ol)\M' then btrim(signature) else '<p>' || btrim(signature) || '</p>' end
  else '<p>' || replace(regexp_replace(replace(replace(replace(btrim(signature, E' \t\r\n'), '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '\r\n?', E'\n', 'g'), E'\n', '<br />') || '</p>'
end;
