-- One password a user: of several that were made at the same moment, the first stays.
DELETE FROM `logins` WHERE rowid NOT IN (SELECT min(rowid) FROM `logins` GROUP BY `user_id`, `provider_id`);
