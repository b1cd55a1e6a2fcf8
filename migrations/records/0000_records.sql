CREATE TABLE `imports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`dataset` text NOT NULL,
	`mode` text NOT NULL,
	`state` text NOT NULL,
	`source` text,
	`as_of` text NOT NULL,
	`touched_at` integer NOT NULL,
	`committed_at` integer,
	`rows` integer DEFAULT 0 NOT NULL,
	`swept_to` integer
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
CREATE INDEX `records_import` ON `records` (`import_id`);