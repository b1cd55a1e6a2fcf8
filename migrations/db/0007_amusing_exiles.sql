DROP INDEX `logins_user`;--> statement-breakpoint
CREATE UNIQUE INDEX `logins_user` ON `logins` (`user_id`,`provider_id`);