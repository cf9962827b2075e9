import Linkify from 'linkify-react';
import { Fragment } from 'react';
import { generatePath, Link } from 'react-router-dom';
import { paths } from '../../lib/paths';

/** Only addresses that say they are of the web; other players wrote them. */
const LINKS = {
  rel: 'nofollow ugc noopener',
  target: '_blank',
  className: 'break-all text-place-ink underline underline-offset-4',
  defaultProtocol: 'https',
  truncate: 60,
  validate: (address: string, type: string) => type === 'url' && /^(https?:\/\/|www\.)/i.test(address),
};

interface PostTextProps {
  content: string;
  mentions: readonly { written: string; username: string }[];
}

/** A post's plain text, with links, and with the players it mentions leading to their pages. */
export function PostText({ content, mentions }: PostTextProps) {
  return (
    <p className="max-w-[68ch] whitespace-pre-line wrap-anywhere">
      {partsOf(content, mentions).map(({ text, username }, index) =>
        username === undefined ? (
          <Linkify key={index} as={Fragment} options={LINKS}>
            {text}
          </Linkify>
        ) : (
          <Link
            key={index}
            to={generatePath(paths.player, { username })}
            className="font-semibold text-place-ink underline underline-offset-4"
          >
            {text}
          </Link>
        ),
      )}
    </p>
  );
}

interface Part {
  text: string;
  /** Of a mention. */
  username?: string;
}

function partsOf(content: string, mentions: PostTextProps['mentions']): Part[] {
  if (mentions.length === 0) return [{ text: content }];
  const byName = new Map(mentions.map(({ written, username }) => [`@${written}`.toLowerCase(), username]));
  // The longest first, as the server reads them; a longer word that begins with the name is none.
  const names = [...byName.keys()]
    .sort((one, other) => other.length - one.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return content
    .split(new RegExp(`(${names.join('|')})(?![\\p{L}\\p{M}\\p{Nd}_])`, 'giu'))
    .filter(Boolean)
    .map((text) => ({ text, username: byName.get(text.toLowerCase()) }));
}
