-- compatible-from: 0020
-- The bytes of a template's definition, so that a page of the list is cut without reading the definitions it leaves out.
alter table application_template
  add column definition_bytes integer not null generated always as (octet_length(definition::text)) stored;
