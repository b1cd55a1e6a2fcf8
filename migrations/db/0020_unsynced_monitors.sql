ALTER TABLE `monitors` ADD `unsynced_since` integer;--> statement-breakpoint
CREATE INDEX `monitors_unsynced` ON `monitors` (`unsynced_since`) WHERE unsynced_since IS NOT NULL;