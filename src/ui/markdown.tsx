import { lexer, type Token, type Tokens } from "marked";
import remend from "remend";
import { Fragment, memo, type ReactNode, useMemo } from "react";
import { decodeEntities, safeHref } from "./markdown-text.ts";

/**
 * Text that an agent or a person wrote in Markdown. Markup in it is shown as text, remote images become links (an image would tell its
 * server who reads), and only `https`, `http` and `mailto` links are followed. `streaming` closes what is still open at the end.
 */
export function Markdown({ text, streaming }: { text: string; streaming?: boolean }) {
  const blocks = useMemo(() => lexer(streaming ? remend(text) : text, { gfm: true, breaks: true }), [text, streaming]);
  return (
    <div className="prose">
      {blocks.map((token, at) => (
        <Block key={at} token={token} />
      ))}
    </div>
  );
}

// While text streams in, only the last block changes: the others are not drawn again.
const Block = memo(function Block({ token }: { token: Token }) {
  return block(token);
}, sameBlock);
function sameBlock(a: { token: Token }, b: { token: Token }): boolean {
  return a.token.raw === b.token.raw && a.token.type === b.token.type;
}

function block(token: Token): ReactNode {
  switch (token.type) {
    case "space":
    case "def":
      return null;
    case "heading": {
      const { depth, tokens } = token as Tokens.Heading;
      // The page has its own h1 and h2.
      const Heading = `h${Math.min(6, Math.max(3, depth + 1))}` as "h3";
      return <Heading>{inlines(tokens)}</Heading>;
    }
    case "paragraph":
      return <p>{inlines((token as Tokens.Paragraph).tokens)}</p>;
    case "text": {
      const { tokens, text } = token as Tokens.Text;
      return tokens ? inlines(tokens) : decodeEntities(text);
    }
    case "code":
      return (
        <pre tabIndex={0}>
          <code>{(token as Tokens.Code).text}</code>
        </pre>
      );
    case "blockquote":
      return <blockquote dir="auto">{blocksOf((token as Tokens.Blockquote).tokens)}</blockquote>;
    case "hr":
      return <hr />;
    case "list":
      return list(token as Tokens.List);
    case "table":
      return table(token as Tokens.Table);
    default:
      return <p>{token.raw}</p>;
  }
}

function blocksOf(tokens: readonly Token[]): ReactNode {
  return tokens.map((token, at) => <Fragment key={at}>{block(token)}</Fragment>);
}

function list({ ordered, start, items }: Tokens.List): ReactNode {
  const rows = items.map((item, at) => (
    <li key={at}>
      {item.task ? (
        <input
          type="checkbox"
          checked={item.checked === true}
          readOnly
          disabled
          aria-label={item.checked ? "done" : "open"}
          className="check me-1.5 inline-grid align-text-bottom"
        />
      ) : null}
      {blocksOf(item.tokens.filter((token) => token.type !== "checkbox"))}
    </li>
  ));
  // The marks stand where their texts begin.
  return ordered ? (
    <ol dir="auto" {...(typeof start === "number" ? { start } : {})}>
      {rows}
    </ol>
  ) : (
    <ul dir="auto">{rows}</ul>
  );
}

/** Columns stand as the text says: a side guessed from the cells would turn while the rows still stream in. */
const sides = { left: undefined, center: "text-center", right: "text-end tabular-nums" };

function table({ header, rows }: Tokens.Table): ReactNode {
  return (
    <table>
      <thead>
        <tr>
          {header.map((cell, at) => (
            <th key={at} scope="col" className={cell.align ? sides[cell.align] : undefined}>
              {inlines(cell.tokens)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at}>
            {row.map((cell, column) => (
              <td key={column} className={cell.align ? sides[cell.align] : undefined}>
                {inlines(cell.tokens)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function inlines(tokens: readonly Token[] | undefined): ReactNode {
  return tokens?.map((token, at) => <Fragment key={at}>{inline(token)}</Fragment>);
}

function inline(token: Token): ReactNode {
  switch (token.type) {
    case "strong":
      return <strong>{inlines((token as Tokens.Strong).tokens)}</strong>;
    case "em":
      return <em>{inlines((token as Tokens.Em).tokens)}</em>;
    case "del":
      return <del>{inlines((token as Tokens.Del).tokens)}</del>;
    case "codespan":
      return <code>{(token as Tokens.Codespan).text}</code>;
    case "br":
      return <br />;
    case "link": {
      const { href, tokens } = token as Tokens.Link;
      return anchor(href, inlines(tokens));
    }
    case "image": {
      const { href, text } = token as Tokens.Image;
      return anchor(href, `Image: ${decodeEntities(text) || href}`);
    }
    case "text": {
      const { tokens, text } = token as Tokens.Text;
      return tokens ? inlines(tokens) : decodeEntities(text);
    }
    case "escape":
      return (token as Tokens.Escape).text;
    default:
      return token.raw;
  }
}

function anchor(href: string, children: ReactNode): ReactNode {
  const safe = safeHref(href);
  if (safe === undefined) return children;
  return (
    <a href={safe} target="_blank" rel="noopener noreferrer nofollow" title={safe}>
      {children}
    </a>
  );
}
