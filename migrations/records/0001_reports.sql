CREATE TABLE `counted_reports` (
	`hash` integer NOT NULL,
	`import_id` integer NOT NULL,
	PRIMARY KEY(`hash`, `import_id`)
);
--> statement-breakpoint
CREATE INDEX `counted_reports_import` ON `counted_reports` (`import_id`);--> statement-breakpoint
CREATE TABLE `report_counts` (
	`number` text NOT NULL,
	`import_id` integer NOT NULL,
	`month` text NOT NULL,
	`subject` text NOT NULL,
	`reports` integer NOT NULL,
	`robocalls` integer NOT NULL,
	`first_on` text NOT NULL,
	`last_on` text NOT NULL,
	PRIMARY KEY(`number`, `import_id`, `month`, `subject`)
);
--> statement-breakpoint
CREATE INDEX `report_counts_import` ON `report_counts` (`import_id`);--> statement-breakpoint
ALTER TABLE `imports` ADD `keys` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `imports` ADD `fresh` integer DEFAULT 0 NOT NULL;