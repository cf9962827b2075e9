import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

interface MailServer {
  port: number;
  /** Passwords that open it, now. */
  passwords: Set<string>;
  /** Recipients of what came in. */
  recipients: string[];
  /** Refused sign-ins. */
  refused: number;
  close(): void;
}

/** An SMTP server that accepts mail from clients with one of its passwords. */
export async function startMailServer(): Promise<MailServer> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket));
    serve(socket, mail);
  });
  const mail: MailServer = {
    port: 0,
    passwords: new Set(),
    recipients: [],
    refused: 0,
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
  await once(server.listen(0, '127.0.0.1'), 'listening');
  mail.port = (server.address() as AddressInfo).port;
  return mail;
}

/** One connection, by RFC 5321 and AUTH PLAIN of RFC 4954. */
function serve(socket: Socket, mail: MailServer): void {
  const reply = (line: string) => void socket.write(`${line}\r\n`);
  let [isIn, isContent] = [false, false];
  let to = '';
  const commands: Record<string, (rest: string) => void> = {
    EHLO: () => reply('250-mail.example.org\r\n250 AUTH PLAIN'),
    AUTH: (rest) => {
      isIn = mail.passwords.has(
        Buffer.from(rest.split(' ')[1] ?? '', 'base64')
          .toString()
          .split('\0')[2] ?? '',
      );
      if (!isIn) mail.refused += 1;
      reply(isIn ? '235 2.7.0 Welcome' : '535 5.7.8 Wrong password');
    },
    MAIL: () => reply(isIn ? '250 OK' : '530 5.7.0 Sign in first'),
    RCPT: (rest) => {
      to = /<(.*)>/.exec(rest)?.[1] ?? '';
      reply('250 OK');
    },
    DATA: () => {
      isContent = true;
      reply('354 Go on');
    },
    QUIT: () => socket.end('221 Bye\r\n'),
  };
  reply('220 mail.example.org ESMTP');
  createInterface(socket).on('line', (line) => {
    if (!isContent) return (commands[line.slice(0, 4).toUpperCase()] ?? (() => reply('250 OK')))(line.slice(5));
    if (line !== '.') return;
    isContent = false;
    mail.recipients.push(to);
    reply('250 OK');
  });
}
