import type { Block, FormInput } from './blocks.ts';
import type { SchemaField } from './schema-fields.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((row) => `| ${row.map(cell).join(' | ')} |`)
    .join('\n');

/** Notes after a field's name: type, required or optional, default. */
export function fieldNotes(field: SchemaField, sending: boolean): string[] {
  return [
    field.type,
    ...(sending && field.required ? ['required'] : []),
    ...(!sending && !field.required ? ['optional'] : []),
    ...(field.usual === null ? [] : [`default ${field.usual}`]),
  ];
}

function fieldLines(field: SchemaField, sending: boolean, indent: string): string {
  const values =
    field.values.length > 0
      ? ` One of ${field.values.map((value) => `\`${value}\``).join(', ')}.`
      : '';
  const line = `${indent}- \`${field.name}\` (${fieldNotes(field, sending).join(', ')}) ${field.description}${values}`;
  return [
    line.trimEnd(),
    ...field.fields.map((each) => fieldLines(each, sending, `${indent}  `)),
  ].join('\n');
}

const inputRow = ({ label, shows, refusal }: FormInput): string[] => [
  `\`${label}\``,
  refusal === null || refusal === shows ? shows : `${shows}: \`${refusal}\``,
];

function blockMarkdown(block: Block): string {
  if (typeof block === 'string') return block;
  if ('map' in block) return block.map((item) => `- ${item}`).join('\n');
  switch (block.kind) {
    case 'notice':
      return `> ${block.text}`;
    case 'heading':
      return `${'#'.repeat(block.level)} ${block.text}`;
    case 'code':
      return block.tabs
        .map(({ title, language, code }) =>
          [
            ...(block.tabs.length > 1 ? [`${title}:`, ''] : []),
            `\`\`\`${language}`,
            code,
            '```',
          ].join('\n'),
        )
        .join('\n\n');
    case 'table':
      return table(block.head, block.rows);
    case 'fields':
      return block.fields.map((field) => fieldLines(field, block.sending, '')).join('\n');
    case 'try':
      return block.form.inputs.length === 0
        ? ''
        : table(['Sandbox input', 'Shows'], block.form.inputs.map(inputRow));
  }
}

/** A page as Markdown, without the forms that send. */
export const renderMarkdown = (title: string, summary: string, blocks: readonly Block[]): string =>
  `${[`# ${title}`, summary, ...blocks.map(blockMarkdown)].filter((text) => text !== '').join('\n\n')}\n`;
