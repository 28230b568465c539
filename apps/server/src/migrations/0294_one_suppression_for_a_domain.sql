-- A domain in letters of any script and in its ASCII form are one: whom a company does not write to is found by either (DEC-05).

-- The code of RFC 3492, of one label in lower case.
create function headwater_punycode(label text) returns text language plpgsql immutable strict parallel safe as $$
declare
  digits constant text := 'abcdefghijklmnopqrstuvwxyz0123456789';
  points int[] := array(select ascii(letter) from regexp_split_to_table(label, '') with ordinality as each (letter, place) order by place);
  output text := regexp_replace(label, '[^\x01-\x7f]', '', 'g');
  basic int := length(output);
  handled int := basic;
  next_point int := 128;
  delta int := 0;
  bias int := 72;
  point int;
  rest int;
  position int;
  threshold int;
begin
  if basic = length(label) then return label; end if;
  if basic > 0 then output := output || '-'; end if;
  while handled < length(label) loop
    rest := (select min(known) from unnest(points) as known where known >= next_point);
    delta := delta + (rest - next_point) * (handled + 1);
    next_point := rest;
    foreach point in array points loop
      if point < next_point then delta := delta + 1; end if;
      continue when point <> next_point;
      rest := delta;
      position := 36;
      loop
        threshold := least(greatest(position - bias, 1), 26);
        exit when rest < threshold;
        output := output || substr(digits, 1 + threshold + (rest - threshold) % (36 - threshold), 1);
        rest := (rest - threshold) / (36 - threshold);
        position := position + 36;
      end loop;
      output := output || substr(digits, 1 + rest, 1);
      delta := case when handled = basic then delta / 700 else delta / 2 end;
      delta := delta + delta / (handled + 1);
      position := 0;
      while delta > 455 loop
        delta := delta / 35;
        position := position + 36;
      end loop;
      bias := position + 36 * delta / (delta + 38);
      delta := 0;
      handled := handled + 1;
    end loop;
    delta := delta + 1;
    next_point := next_point + 1;
  end loop;
  return 'xn--' || output;
end $$;

-- An e-mail address as `addressKey` of the domain package has it.
create function headwater_address_key(address text) returns text language sql immutable strict parallel safe as $$
  select case when address !~ '[^\x01-\x7f]' then lower(address) else (
    select lower(normalize(left(address, length(address) - length(domain)), nfc)) || string_agg(headwater_punycode(label), '.' order by place)
    from substring(address from '[^@]*$') as domain,
      regexp_split_to_table(lower(normalize(domain, nfkc)), '[.。]') with ordinality as each (label, place)
    group by domain) end $$;
