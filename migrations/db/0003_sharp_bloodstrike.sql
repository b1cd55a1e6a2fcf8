CREATE TABLE `billing_customers` (
	`customer_id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	`revision` integer DEFAULT 0 NOT NULL,
	`read_at` integer,
	`due_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `billing_customers_organization` ON `billing_customers` (`organization_id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `billing_customers_due` ON `billing_customers` (`due_at`);--> statement-breakpoint
CREATE TABLE `billing_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`applied_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `billing_events_applied` ON `billing_events` (`applied_at`);--> statement-breakpoint
CREATE TABLE `billing_movements` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`customer_id` text NOT NULL,
	`kind` text NOT NULL,
	`payment` text NOT NULL,
	`credits` integer NOT NULL,
	`moved` integer,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `billing_movements_payment` ON `billing_movements` (`payment`);--> statement-breakpoint
CREATE INDEX `billing_movements_organization` ON `billing_movements` (`organization_id`,`at`);