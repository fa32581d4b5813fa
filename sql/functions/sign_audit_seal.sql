-- Stores the MAC of a new seal and moves the head to it; refuses a seal that does not follow the head.
create or replace function sign_audit_seal(of_community text, seal_number bigint, seal_mac bytea, first_number bigint, head_mac bytea)
returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update audit_seal s set mac = seal_mac where s.community_id = of_community and s.number = seal_number
    and (s.mac is null or not exists (select from audit_head h where h.community_id = of_community));
  if not found then
    raise exception 'seal % has a MAC already', seal_number using errcode = 'restrict_violation';
  end if;
  insert into audit_head as h (community_id, number, hash, first, mac)
  select of_community, s.number, s.hash, first_number, head_mac
  from audit_seal s where s.community_id = of_community and s.number = seal_number
  on conflict (community_id) do update set number = excluded.number, hash = excluded.hash, mac = excluded.mac
  where h.number = excluded.number - 1 and h.first = excluded.first;
  if not found then
    raise exception 'seal % does not follow the head', seal_number using errcode = 'restrict_violation';
  end if;
end
$$;

revoke execute on function sign_audit_seal from public;
