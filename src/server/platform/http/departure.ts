import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyInstance {
    departure: Departure;
  }
}

/** How a service that is told to stop leaves those whom it serves. */
export interface Departure {
  /** Readiness fails from now on, and each answer ends its connection: whoever sends requests here sends the next ones elsewhere. */
  announce(): void;
  readonly announced: () => boolean;
  /** Calls back when answers without an end have to end. Returns what takes that back. */
  onEnd(end: () => void): () => void;
  /** Takes no more connections and comes back when all requests are answered, at the latest after so many milliseconds. */
  finish(ms: number): Promise<void>;
}

/** Knows the requests in work. */
export function mountDeparture(http: FastifyInstance): void {
  const answers = new Set<ServerResponse>();
  const leaving = new Set<Socket>();
  const endless = new Set<() => void>();
  let announced = false;
  let checkIdle = () => undefined as void;

  http.server.on("request", (request, response) => {
    const { socket } = request;
    answers.add(response);
    if (announced) response.setHeader("connection", "close");
    response.once("close", () => {
      answers.delete(response);
      if (announced) endConnection(socket, request.complete);
      checkIdle();
    });
  });
  /** What is left of a body is read first, by whoever answered before its end: otherwise the answer may not arrive. */
  function endConnection(socket: Socket, isRead: boolean): void {
    if (socket.destroyed) return;
    leaving.add(socket);
    socket.once("close", () => {
      leaving.delete(socket);
      checkIdle();
    });
    if (isRead) socket.destroySoon();
  }
  function announce(): void {
    announced = true;
    for (const response of answers) if (!response.headersSent) response.setHeader("connection", "close");
  }
  http.decorate("departure", {
    announce,
    announced: () => announced,
    onEnd(end) {
      endless.add(end);
      return () => void endless.delete(end);
    },
    async finish(ms) {
      announce();
      http.server.close();
      for (const end of endless) end();
      const idle = new Promise<void>((done) => {
        checkIdle = () => {
          if (answers.size === 0 && leaving.size === 0) done();
        };
        checkIdle();
      });
      const tooLong = new AbortController();
      await Promise.race([idle, sleep(ms, undefined, { signal: tooLong.signal }).catch(() => undefined)]);
      tooLong.abort();
    },
  });
}
