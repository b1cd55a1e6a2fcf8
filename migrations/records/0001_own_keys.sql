-- Coverage that an operator did not say was taken from the area codes that occurred: it is dropped.
UPDATE `imports` SET `coverage` = (
	SELECT json_group_array(value) FROM json_each(coalesce(imports.coverage, '[]')) WHERE value NOT IN (
		SELECT area.value FROM imports AS other, json_each(coalesce(other.areas, '[]')) AS area
		WHERE other.dataset = imports.dataset
	)
);--> statement-breakpoint
UPDATE `imports` SET `coverage` = '["all"]' WHERE `dataset` IN ('ftc_complaints', 'fcc_complaints');
