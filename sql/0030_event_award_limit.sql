-- compatible-from: 0020
-- Points that an event gives are reduced to the community's award limits; whether they were is kept with the award.

-- an earlier release gives what the rules add up to and leaves this false
alter table event_award add column clamped boolean not null default false;
