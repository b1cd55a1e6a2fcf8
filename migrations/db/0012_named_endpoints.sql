ALTER TABLE `bulk_jobs` ADD `webhook_endpoint_id` text;--> statement-breakpoint
ALTER TABLE `monitors` ADD `webhook_endpoint_id` text;