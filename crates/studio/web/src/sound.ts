// What a blow sounds like: a short burst of noise and a low thump, louder and brighter the faster it was. Made here, of
// nothing but numbers; silent until somebody asks for it.

/** s. Blows of the same moment sound as one: a crowd would be a roar. */
const APART = 0.03;
/** m/s: as loud as it gets. */
const HARD = 9;

export class Sound {
  on = false;
  /** How many were made, for tests. */
  played = 0;
  private context: AudioContext | null = null;
  private noise: AudioBuffer | null = null;
  private last = -Infinity;

  /** Browsers let a page make sounds only after a click or a key: this is called for one. */
  turn(on: boolean): void {
    this.on = on;
    if (this.on && !this.context && typeof AudioContext !== "undefined") {
      this.context = new AudioContext();
      this.noise = hiss(this.context);
    }
    if (this.on) void this.context?.resume();
    else void this.context?.suspend();
  }

  blow(speed: number): void {
    const { context, noise } = this;
    if (!this.on || !context || !noise) return;
    const now = context.currentTime;
    if (now - this.last < APART) return;
    this.last = now;
    this.played++;
    const hard = Math.min(1, Math.max(0.15, speed / HARD));
    const slap = context.createBufferSource();
    slap.buffer = noise;
    const band = new BiquadFilterNode(context, { type: "bandpass", frequency: 700 + 1500 * hard, Q: 0.8 });
    slap.connect(band).connect(fade(context, 0.5 * hard, 0.06));
    slap.start(now);
    slap.stop(now + 0.1);
    const thump = new OscillatorNode(context, { type: "sine", frequency: 150 });
    thump.frequency.exponentialRampToValueAtTime(48, now + 0.13);
    thump.connect(fade(context, 0.8 * hard, 0.16));
    thump.start(now);
    thump.stop(now + 0.22);
  }
}

/** Loud at once, and then less and less. */
function fade(context: AudioContext, loud: number, seconds: number): GainNode {
  const gain = new GainNode(context, { gain: loud });
  gain.gain.exponentialRampToValueAtTime(0.001, context.currentTime + seconds);
  gain.connect(context.destination);
  return gain;
}

function hiss(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * 0.12), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}
