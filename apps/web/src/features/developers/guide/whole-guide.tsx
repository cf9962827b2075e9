import { m } from '#messages';
import type { ReactNode } from 'react';
import { language } from '../../../lib/language';
import { CodeBlock } from '../code-block';
import { Part } from '../part';
import { Cell, Row, Table } from '../table';
import blocks from './guide.json';

type Inline = string | { code: string } | { to: string; text: string } | { strong: string };
type Block =
  | { kind: 'heading'; level: number; text: string; id: string }
  | { kind: 'paragraph'; line: Inline[] }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'list'; isOrdered: boolean; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] };

interface Chapter {
  id: string;
  title: string;
  blocks: Block[];
}

/** The product's address in the examples of the guide. */
const HERE = 'https://…';
const LINK = 'underline underline-offset-4';

/** The blocks before the first heading of the second level, and each of these headings with its blocks. */
function chaptersOf(all: readonly Block[]): { opening: Block[]; chapters: Chapter[] } {
  const opening: Block[] = [];
  const chapters: Chapter[] = [];
  for (const block of all) {
    if (block.kind === 'heading' && block.level === 2) chapters.push({ id: block.id, title: block.text, blocks: [] });
    else (chapters.at(-1)?.blocks ?? opening).push(block);
  }
  return { opening, chapters };
}

const { opening, chapters } = chaptersOf(blocks as Block[]);

/**
 * The guide for partners as a whole (docs/partners.md), in English; its examples name the address at which it is read.
 */
export function WholeGuide() {
  return (
    <div lang="en" className="flex min-w-0 flex-col gap-8">
      {language() !== 'en' && <p lang={language()}>{m.developers_guide_in_english()}</p>}
      {opening.map((block, index) => (
        <Drawn key={index} block={block} title="" number={index + 1} />
      ))}
      <nav lang={language()} aria-label={m.developers_guide_chapters()}>
        <ul lang="en" className="flex flex-wrap gap-x-5 gap-y-2">
          {chapters.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`} className={LINK}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {chapters.map((chapter) => (
        <Part key={chapter.id} id={chapter.id} title={chapter.title}>
          {chapter.blocks.map((block, index) => (
            <Drawn key={index} block={block} title={chapter.title} number={index + 1} />
          ))}
        </Part>
      ))}
    </div>
  );
}

/** @param title of its chapter, with the block's number in it the name of what scrolls */
function Drawn({ block, title, number }: { block: Block; title: string; number: number }) {
  if (block.kind === 'heading')
    return (
      <h3 id={block.id} className="text-lg font-semibold">
        {block.text}
      </h3>
    );
  if (block.kind === 'paragraph')
    return (
      <p className="max-w-[72ch]">
        <Line line={block.line} />
      </p>
    );
  if (block.kind === 'code')
    return <CodeBlock label={`${title} ${number}`} code={block.text.replaceAll(HERE, window.location.origin)} />;
  if (block.kind === 'list') {
    const items = block.items.map((line, index) => (
      <li key={index}>
        <Line line={line} />
      </li>
    ));
    return block.isOrdered ? (
      <ol className="flex max-w-[72ch] list-decimal flex-col gap-2 ps-6">{items}</ol>
    ) : (
      <ul className="flex max-w-[72ch] list-disc flex-col gap-2 ps-5">{items}</ul>
    );
  }
  return (
    <Table
      label={title}
      heads={block.head.map((line, index) => (
        <Line key={index} line={line} />
      ))}
    >
      {block.rows.map((row, index) => (
        <Row key={index}>
          {row.map((line, cell) => (
            <Cell key={cell}>
              <Line line={line} />
            </Cell>
          ))}
        </Row>
      ))}
    </Table>
  );
}

const Line = ({ line }: { line: Inline[] }): ReactNode =>
  line.map((part, index) => {
    if (typeof part === 'string') return part;
    if ('code' in part)
      return (
        <code key={index} className="text-sm wrap-break-word">
          {part.code}
        </code>
      );
    if ('strong' in part) return <strong key={index}>{part.strong}</strong>;
    return (
      <a key={index} href={part.to} className={LINK} rel="noreferrer">
        {part.text}
      </a>
    );
  });
