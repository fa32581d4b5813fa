-- compatible-from: 0020
-- Event points are clamped to award limits.

-- false: by the previous release, which does not clamp
alter table event_award add column clamped boolean not null default false;
