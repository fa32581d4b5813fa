-- compatible-from: 0020
-- Event points are clamped to the community's award limits; whether they were is stored with the award.

-- false for awards by servers of the previous release, which do not clamp
alter table event_award add column clamped boolean not null default false;
