// Prints the figures of the cut of src/: npm run house
import {
  duplicateExports,
  fileCircles,
  folderCircles,
  lineCount,
  ownFolderSingles,
  readSourceGraph,
  roomOf,
} from './source-graph.ts';

const graph = readSourceGraph();
const lines = graph.files.map((file) => lineCount(graph.text(file))).sort((a, b) => a - b);
const at = (share: number) => lines[Math.floor((lines.length - 1) * share)];
const arrows = new Set(
  graph.files.flatMap((file) =>
    graph.imports(file).map((target) => `${roomOf(file)} ${roomOf(target)}`),
  ),
);

const figures: [string, number | undefined, string][] = [
  ['files', graph.files.length, 'at most 720'],
  ['lines', lines.reduce((sum, count) => sum + count), 'at most 80,000'],
  ['lines of a file, median', at(0.5), 'about 90'],
  ['lines of a file, p90', at(0.9), ''],
  ['lines of a file, most', at(1), 'at most 400, tables aside'],
  [
    'files with one importer',
    graph.files.filter((f) => graph.importers(f).length === 1).length,
    '',
  ],
  ['of those, in their own folder', ownFolderSingles(graph).length, 'under 40'],
  ['exported names that exist twice', duplicateExports(graph).length, '0'],
  ['circles of files', fileCircles(graph).length, '0'],
  ['circles of folders', folderCircles(graph).length, '0'],
  [
    'arrows between rooms',
    [...arrows].filter((arrow) => new Set(arrow.split(' ')).size > 1).length,
    '',
  ],
];
console.log('| src/ | now | goal |\n| --- | ---: | --- |');
for (const [name, now, goal] of figures)
  console.log(`| ${name} | ${now?.toLocaleString('en')} | ${goal} |`);
