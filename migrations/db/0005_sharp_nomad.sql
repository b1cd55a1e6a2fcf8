CREATE TABLE `agent_connections` (
	`grant_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`organization_id` text NOT NULL,
	`client_id` text NOT NULL,
	`client_name` text NOT NULL,
	`client_domain` text,
	`scopes` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `agent_connections_organization` ON `agent_connections` (`organization_id`);--> statement-breakpoint
CREATE TABLE `oauth_records` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`metadata` text,
	`version` integer NOT NULL,
	`expires_at` integer
);
--> statement-breakpoint
CREATE INDEX `oauth_records_end` ON `oauth_records` (`expires_at`);