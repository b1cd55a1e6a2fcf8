CREATE TABLE `organizations` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`region` text NOT NULL,
	`owner_email` text NOT NULL,
	`active` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	`reconciled_at` integer,
	`balanced` integer
);
--> statement-breakpoint
CREATE INDEX `organizations_created` ON `organizations` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `organizations_reconciled` ON `organizations` (`reconciled_at`);--> statement-breakpoint
CREATE TABLE `ledger_movements` (
	`organization_id` text NOT NULL,
	`seq` integer NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`amount` integer NOT NULL,
	`balance_after` integer NOT NULL,
	`ref` text NOT NULL,
	`lookups` integer NOT NULL,
	`note` text,
	PRIMARY KEY(`organization_id`, `seq`)
);
--> statement-breakpoint
CREATE TABLE `ledger_segments` (
	`organization_id` text NOT NULL,
	`first_seq` integer NOT NULL,
	`last_seq` integer NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`amount` integer NOT NULL,
	`held` integer NOT NULL,
	`object` text NOT NULL,
	PRIMARY KEY(`organization_id`, `first_seq`)
);
--> statement-breakpoint
CREATE TABLE `usage` (
	`organization_id` text NOT NULL,
	`day` text NOT NULL,
	`product` text NOT NULL,
	`key_id` text NOT NULL,
	`lookups` integer NOT NULL,
	`credits` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `day`, `product`, `key_id`)
);
--> statement-breakpoint
CREATE INDEX `usage_day` ON `usage` (`day`);--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`mode` text DEFAULT 'live' NOT NULL,
	`event_id` text NOT NULL,
	`type` text NOT NULL,
	`url` text NOT NULL,
	`sealed_secret` text NOT NULL,
	`body` text NOT NULL,
	`status` text NOT NULL,
	`http_status` integer,
	`duration_ms` integer,
	`error_code` text,
	`redelivery_of` text,
	`asked_host` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_time` ON `webhook_deliveries` (`organization_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_age` ON `webhook_deliveries` (`created_at`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_pending` ON `webhook_deliveries` (`created_at`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_asked_host` ON `webhook_deliveries` (`asked_host`,`created_at`) WHERE asked_host IS NOT NULL;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_asked` ON `webhook_deliveries` (`organization_id`,`created_at`) WHERE asked_host IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_event` ON `webhook_deliveries` (`organization_id`,`event_id`) WHERE redelivery_of IS NULL;--> statement-breakpoint
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
CREATE INDEX `bulk_jobs_untidied` ON `bulk_jobs` (`ended_at`) WHERE tidied_at IS NULL;--> statement-breakpoint
CREATE TABLE `audit_log` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor` text NOT NULL,
	`method` text NOT NULL,
	`route` text NOT NULL,
	`target` text,
	`organization_id` text,
	`request_id` text NOT NULL
);
