DROP TABLE `monitor_events`;--> statement-breakpoint
DROP TABLE `monitor_members`;