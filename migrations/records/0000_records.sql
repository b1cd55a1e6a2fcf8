CREATE TABLE `counted_reports` (
	`hash` integer NOT NULL,
	`import_id` integer NOT NULL,
	PRIMARY KEY(`hash`, `import_id`)
);
--> statement-breakpoint
CREATE INDEX `counted_reports_import` ON `counted_reports` (`import_id`);--> statement-breakpoint
CREATE TABLE `imports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`dataset` text NOT NULL,
	`mode` text NOT NULL,
	`state` text NOT NULL,
	`source` text,
	`as_of` text NOT NULL,
	`touched_at` integer NOT NULL,
	`committed_at` integer,
	`keys` integer DEFAULT 0 NOT NULL,
	`fresh` integer DEFAULT 0 NOT NULL,
	`rows` integer DEFAULT 0 NOT NULL,
	`swept_to` integer,
	`coverage` text,
	`areas` text
);
--> statement-breakpoint
CREATE INDEX `imports_dataset` ON `imports` (`dataset`,`state`);--> statement-breakpoint
CREATE TABLE `records` (
	`dataset` text NOT NULL,
	`key` text NOT NULL,
	`import_id` integer NOT NULL,
	`data` text NOT NULL,
	PRIMARY KEY(`dataset`, `key`, `import_id`)
);
--> statement-breakpoint
CREATE INDEX `records_import` ON `records` (`import_id`);--> statement-breakpoint
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
CREATE INDEX `report_counts_import` ON `report_counts` (`import_id`);