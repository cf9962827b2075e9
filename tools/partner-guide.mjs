// Writes docs/partners.md as the blocks that the page draws at `/developers/guide`. Part of `npm run generate`.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';

const root = fileURLToPath(new URL('..', import.meta.url));
const GUIDE = 'apps/web/src/features/developers/guide/guide.json';

const textOf = ({ value, children = [] }) => value ?? children.map(textOf).join('');
const idOf = (title) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** Texts are themselves. A link into the repository leads nowhere in the page, unless to a heading here. */
function inlineOf(node) {
  if (node.type === 'text') return node.value.replaceAll('\n', ' ');
  if (node.type === 'inlineCode') return { code: node.value };
  if (node.type === 'link') return /^(https:|#)/.test(node.url) ? { to: node.url, text: textOf(node) } : textOf(node);
  if (node.type === 'strong' || node.type === 'emphasis') return { strong: textOf(node) };
  throw new Error(`docs/partners.md has a ${node.type} within a line, which the page cannot draw`);
}
const lineOf = ({ children }) => children.map(inlineOf);

function blockOf(node) {
  if (node.type === 'heading')
    return { kind: 'heading', level: node.depth, text: textOf(node), id: idOf(textOf(node)) };
  if (node.type === 'paragraph') return { kind: 'paragraph', line: lineOf(node) };
  if (node.type === 'code') return { kind: 'code', language: node.lang ?? '', text: node.value };
  if (node.type === 'list')
    return { kind: 'list', isOrdered: node.ordered, items: node.children.map((item) => item.children.flatMap(lineOf)) };
  if (node.type === 'table') {
    const [head, ...rows] = node.children.map((row) => row.children.map(lineOf));
    return { kind: 'table', head, rows };
  }
  throw new Error(`docs/partners.md has a ${node.type}, which the page cannot draw`);
}

const { children } = fromMarkdown(readFileSync(path.join(root, 'docs/partners.md'), 'utf8'), {
  extensions: [gfmTable()],
  mdastExtensions: [gfmTableFromMarkdown()],
});
// Comments are for other tools. The title is that of the screen.
const [, ...blocks] = children.filter(({ type }) => type !== 'html').map(blockOf);
writeFileSync(path.join(root, GUIDE), `[\n${blocks.map((block) => `  ${JSON.stringify(block)}`).join(',\n')}\n]\n`);
