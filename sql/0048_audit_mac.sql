-- compatible-from: 0020
-- A MAC for each seal of the audit log, by a key that the database does not have. Seals before have none: the first seal with
-- a MAC covers them by its previous hash.
alter table audit_seal
  add column mac bytea;

-- The newest seal of each community: shows that a newer one was removed.
create table audit_head (
  community_id text primary key references community,
  number bigint not null check (number >= 1),
  hash bytea not null,
  -- the first seal with a MAC
  first bigint not null check (first between 1 and number),
  mac bytea not null
);

create function sign_audit_seal(of_community text, seal_number bigint, seal_mac bytea, first_number bigint, head_mac bytea)
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
