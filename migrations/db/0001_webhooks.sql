CREATE TABLE `webhook_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
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
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_time` ON `webhook_deliveries` (`organization_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_age` ON `webhook_deliveries` (`created_at`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_pending` ON `webhook_deliveries` (`created_at`) WHERE status = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_event` ON `webhook_deliveries` (`organization_id`,`event_id`) WHERE redelivery_of IS NULL;