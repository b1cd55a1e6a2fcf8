CREATE TABLE `webhook_endpoints` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`mode` text NOT NULL,
	`product_types` text,
	`url` text NOT NULL,
	`description` text NOT NULL,
	`events` text,
	`sealed_secret` text NOT NULL,
	`previous_secret` text,
	`previous_ends_at` integer,
	`active` integer NOT NULL,
	`disabled_reason` text,
	`failing_since` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `webhook_endpoints_time` ON `webhook_endpoints` (`organization_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `webhook_events` (
	`position` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` text NOT NULL,
	`mode` text NOT NULL,
	`event_id` text NOT NULL,
	`type` text NOT NULL,
	`product_types` text NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `webhook_events_order` ON `webhook_events` (`organization_id`,`position`);--> statement-breakpoint
CREATE INDEX `webhook_events_age` ON `webhook_events` (`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_events_id` ON `webhook_events` (`organization_id`,`event_id`);--> statement-breakpoint
DROP INDEX `webhook_deliveries_event`;--> statement-breakpoint
ALTER TABLE `webhook_deliveries` ADD `endpoint_id` text;--> statement-breakpoint
ALTER TABLE `webhook_deliveries` ADD `attempts` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `webhook_deliveries` ADD `next_attempt_at` integer;--> statement-breakpoint
ALTER TABLE `webhook_deliveries` ADD `response_type` text;--> statement-breakpoint
ALTER TABLE `webhook_deliveries` ADD `response_body` text;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due` ON `webhook_deliveries` (`next_attempt_at`) WHERE next_attempt_at IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_webhook` ON `webhook_deliveries` (`organization_id`,`event_id`) WHERE redelivery_of IS NULL AND endpoint_id IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_endpoint` ON `webhook_deliveries` (`organization_id`,`event_id`,`endpoint_id`) WHERE redelivery_of IS NULL AND endpoint_id IS NOT NULL;