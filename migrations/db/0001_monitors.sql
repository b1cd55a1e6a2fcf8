CREATE TABLE `monitor_events` (
	`id` text PRIMARY KEY NOT NULL,
	`monitor_id` text NOT NULL,
	`run_id` text NOT NULL,
	`subject` text NOT NULL,
	`label` text,
	`body` text NOT NULL,
	`detected_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `monitor_events_time` ON `monitor_events` (`monitor_id`,`detected_at`,`id`);--> statement-breakpoint
CREATE INDEX `monitor_events_subject` ON `monitor_events` (`monitor_id`,`subject`,`detected_at`,`id`);--> statement-breakpoint
CREATE INDEX `monitor_events_run` ON `monitor_events` (`run_id`,`id`);--> statement-breakpoint
CREATE INDEX `monitor_events_age` ON `monitor_events` (`detected_at`);--> statement-breakpoint
CREATE TABLE `monitor_members` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`monitor_id` text NOT NULL,
	`subject` text NOT NULL,
	`label` text,
	`added_at` integer NOT NULL,
	`run_number` integer DEFAULT 0 NOT NULL,
	`checked_at` integer,
	`state` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `monitor_members_subject` ON `monitor_members` (`monitor_id`,`subject`);--> statement-breakpoint
CREATE INDEX `monitor_members_order` ON `monitor_members` (`monitor_id`);--> statement-breakpoint
CREATE TABLE `monitors` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`organization_id` text NOT NULL,
	`region` text NOT NULL,
	`user_id` text NOT NULL,
	`key_id` text NOT NULL,
	`mode` text NOT NULL,
	`name` text NOT NULL,
	`frequency` text NOT NULL,
	`include_spam_check` integer NOT NULL,
	`alert_email` integer NOT NULL,
	`webhook_url` text,
	`sealed_secret` text,
	`active` integer NOT NULL,
	`origin` text NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	`member_count` integer DEFAULT 0 NOT NULL,
	`state_version` integer DEFAULT 0 NOT NULL,
	`next_run_at` integer,
	`run_id` text,
	`last_run_at` integer,
	`last_outcome` text,
	`last_ended_at` integer
);
--> statement-breakpoint
CREATE INDEX `monitors_organization` ON `monitors` (`organization_id`,`kind`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `monitors_due` ON `monitors` (`next_run_at`);--> statement-breakpoint
CREATE INDEX `monitors_running` ON `monitors` (`id`) WHERE run_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `monitors_deleted` ON `monitors` (`deleted_at`) WHERE deleted_at IS NOT NULL;