declare module "autocannon" {
  interface Result {
    "2xx": number;
    non2xx: number;
    errors: number;
    duration: number;
    latency: { p50: number; p99: number };
  }
  export default function autocannon(options: {
    url: string;
    connections: number;
    duration: number;
    method: string;
    headers: Record<string, string>;
    body?: string;
  }): Promise<Result>;
}
