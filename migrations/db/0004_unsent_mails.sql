CREATE TABLE `unsent_mails` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`recipient` text NOT NULL,
	`link` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `unsent_mails_expiry` ON `unsent_mails` (`expires_at`);