-- compatible-from: 0020
-- Pages are cut by size without reading definitions.
alter table application_template
  add column definition_bytes integer not null generated always as (octet_length(definition::text)) stored;
