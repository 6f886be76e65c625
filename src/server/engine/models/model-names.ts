/** Which provider a name belongs to, where its key is set; every other name is one of `MODEL_BASE_URL`. */
export const isOfAnthropic = (name: string): boolean => name.startsWith("claude");
export const isOfOpenai = (name: string): boolean => /^(gpt-|chatgpt|o\d)/.test(name);

/** Which of OpenAI's models think before they answer. The others refuse a request for their thoughts. */
export const thinks = (name: string): boolean => /^o\d|^gpt-([5-9]|\d\d)(?!-chat)/.test(name);

/** Which models look at pictures, as far as names tell. The others get the words beside them. */
export const takesPictures = (name: string): boolean =>
  /claude-(?!instant|2)|gpt-(4o|4\.1|4-turbo|[5-9])|\bo1(?!-(mini|preview))|\bo3(?!-mini)|\bo4|gemini|gemma-?3|pixtral|llava|llama-?4|vision|-?vl\b/i.test(
    name,
  );

/** What OpenAI lists beside the models that answer in text. */
export const speaksOtherwise = (name: string): boolean => /audio|realtime|image|transcribe|tts|search|instruct/.test(name);
