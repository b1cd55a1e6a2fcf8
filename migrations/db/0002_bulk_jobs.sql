CREATE TABLE `bulk_claims` (
	`organization_id` text NOT NULL,
	`key` text NOT NULL,
	`job_id` text NOT NULL,
	`request_hash` text NOT NULL,
	`claimed_at` integer NOT NULL,
	`created` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `key`)
);
--> statement-breakpoint
CREATE INDEX `bulk_claims_time` ON `bulk_claims` (`claimed_at`);--> statement-breakpoint
CREATE TABLE `bulk_jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`user_id` text NOT NULL,
	`key_id` text NOT NULL,
	`mode` text NOT NULL,
	`type` text NOT NULL,
	`status` text NOT NULL,
	`total` integer NOT NULL,
	`succeeded` integer NOT NULL,
	`failed` integer NOT NULL,
	`skipped` integer NOT NULL,
	`duplicates` integer NOT NULL,
	`credits` integer NOT NULL,
	`webhook_url` text,
	`has_files` integer NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	`tidied_at` integer
);
--> statement-breakpoint
CREATE INDEX `bulk_jobs_organization` ON `bulk_jobs` (`organization_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `bulk_jobs_running` ON `bulk_jobs` (`created_at`) WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX `bulk_jobs_untidied` ON `bulk_jobs` (`ended_at`) WHERE tidied_at IS NULL;