-- compatible-from: 0020
-- Size of a template's definition, so that pages can be cut without reading definitions.
alter table application_template
  add column definition_bytes integer not null generated always as (octet_length(definition::text)) stored;
