import { goNative } from '@scalar/snippetz/plugins/go/native';
import { nodeFetch } from '@scalar/snippetz/plugins/node/fetch';
import { phpCurl } from '@scalar/snippetz/plugins/php/curl';
import { pythonRequests } from '@scalar/snippetz/plugins/python/requests';
import { rubyNative } from '@scalar/snippetz/plugins/ruby/native';
import { curlCommand } from '../../lookup/body.ts';
import type { CodeTab } from './blocks.ts';

interface ShownCall {
  method: string;
  url: string;
  /** Undefined if the call takes no body. */
  body?: unknown;
  withKey: boolean;
  /** False for another media type, which is read as text. */
  answersJson?: boolean;
}

/** Placeholder for the key; each language reads its environment instead. */
const KEY = 'Bearer API_KEY';

/** Turns the generator's snippet into a program with imports that prints the answer. */
interface Language {
  title: string;
  language: string;
  generate: (request: Parameters<typeof nodeFetch.generate>[0]) => string;
  /** The literal of {@link KEY} as the generator writes it, and the expression that replaces it. */
  key: readonly [literal: string, expression: string];
  program(snippet: string, answersJson: boolean): string;
}

const LANGUAGES: readonly Language[] = [
  {
    title: 'JavaScript',
    language: 'js',
    generate: nodeFetch.generate,
    key: [`'${KEY}'`, `\`Bearer \${process.env.API_KEY}\``],
    program: (snippet, answersJson) =>
      `const response = await ${snippet};\nconsole.log(response.status, await response.${answersJson ? 'json' : 'text'}());`,
  },
  {
    title: 'Python',
    language: 'python',
    generate: pythonRequests.generate,
    key: [`"${KEY}"`, `"Bearer " + os.environ["API_KEY"]`],
    program: (snippet, answersJson) =>
      `import os\nimport requests\n\nresponse = ${snippet}\nprint(response.status_code, response.${answersJson ? 'json()' : 'text'})`,
  },
  {
    title: 'PHP',
    language: 'php',
    generate: phpCurl.generate,
    key: [`'Authorization: ${KEY}'`, `'Authorization: Bearer ' . getenv('API_KEY')`],
    program: (snippet) => `<?php\n${snippet}`,
  },
  {
    title: 'Go',
    language: 'go',
    generate: goNative.generate,
    key: [`"${KEY}"`, '"Bearer "+os.Getenv("API_KEY")'],
    program: (snippet) =>
      snippet.includes(KEY) ? snippet.replace('\t"net/http"\n', '\t"net/http"\n\t"os"\n') : snippet,
  },
  {
    title: 'Ruby',
    language: 'ruby',
    generate: rubyNative.generate,
    key: [`'${KEY}'`, `"Bearer #{ENV['API_KEY']}"`],
    // Without the quotes, Ruby reads escapes and `#{…}` of the body itself.
    program: (snippet) => snippet.replace('<<~JSON', "<<~'JSON'"),
  },
];

/** A call in six languages, each a program that reads the key from `API_KEY`. */
export function callSnippets({
  method,
  url,
  body,
  withKey,
  answersJson = true,
}: ShownCall): CodeTab[] {
  const headers = [
    ...(withKey ? [{ name: 'Authorization', value: KEY }] : []),
    ...(body === undefined ? [] : [{ name: 'Content-Type', value: 'application/json' }]),
  ];
  const postData = { mimeType: 'application/json', text: JSON.stringify(body) };
  const request = { method, url, headers, ...(body !== undefined && { postData }) };
  return [
    { title: 'curl', language: 'sh', code: curlCommand(url, body, { method, withKey }) },
    ...LANGUAGES.map(({ title, language, generate, key, program }) => {
      const snippet = program(generate(request), answersJson).replace(...key);
      const plain = url.startsWith('http:');
      return {
        title,
        language,
        code: plain ? snippet.replace('http.use_ssl = true\n', '') : snippet,
      };
    }),
  ];
}
