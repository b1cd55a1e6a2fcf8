ALTER TABLE `audit_log` ADD `changes` text;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `older_secrets` text;