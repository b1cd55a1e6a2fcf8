ALTER TABLE `webhook_deliveries` ADD `mode` text DEFAULT 'live' NOT NULL;--> statement-breakpoint
ALTER TABLE `webhook_deliveries` ADD `asked_host` text;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_asked_host` ON `webhook_deliveries` (`asked_host`,`created_at`) WHERE asked_host IS NOT NULL;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_asked` ON `webhook_deliveries` (`organization_id`,`created_at`) WHERE asked_host IS NOT NULL;