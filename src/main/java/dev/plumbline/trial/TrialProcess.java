package dev.plumbline.trial;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plumbline.language.AtWork;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Evaluation.SnapshotReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jboss.logmanager.Level;
import org.jboss.logmanager.Logger;

/**
 * The process in which candidates are tried: it reads requests on stdin, each a JSON object, and
 * answers each with lines of JSON on stdout: what it is working on, at last the verdict. The end of
 * stdin ends it, whatever it is doing.
 */
public final class TrialProcess {

  /** The verb that starts it; not for people, so no help names it. */
  public static final String VERB = "try-candidate";

  static final String READY = "ready";
  static final String AT = "at";

  private static final long REPORT_MILLIS = 25;
  private static final long IDLE_MILLIS = 1_000;
  private static final String EXAMPLE = "tour";

  private final BlockingQueue<TrialRequest> requests = new ArrayBlockingQueue<>(1);
  private final InputStream in;
  private final JsonGenerator out;

  private TrialProcess(InputStream in, OutputStream out) throws IOException {
    this.in = in;
    this.out = new JsonFactory().createGenerator(out);
    this.out.setRootValueSeparator(null);
  }

  /** Serves the process that started it, until that one closes stdin. */
  public static void run() throws IOException, InterruptedException {
    var answers = new FileOutputStream(FileDescriptor.out);
    // Only answers are written there.
    System.setOut(System.err);
    silence();
    var process = new TrialProcess(System.in, answers);
    Thread.ofPlatform().daemon().name("plumbline-requests").start(process::read);
    process.serve();
  }

  /** Logging is not configured in this process: by default all levels are on, trace too. */
  static void silence() {
    Logger.getLogger("").setLevel(Level.OFF);
  }

  private void read() {
    try (JsonParser parser = new JsonMapper().createParser(in)) {
      while (parser.nextToken() != null) {
        JsonNode request = parser.readValueAsTree();
        requests.put(TrialRequest.read(request));
      }
    } catch (IOException | RuntimeException e) {
      Runtime.getRuntime().halt(1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(0);
  }

  private void serve() throws IOException, InterruptedException {
    var spare = SpareHeap.ofThisProcess();
    var check = new CandidateCheck();
    warmUp();
    synchronized (out) {
      out.writeStartObject();
      out.writeBooleanField(READY, true);
      out.writeEndObject();
      out.writeRaw('\n');
      out.flush();
    }
    Thread.ofPlatform().daemon().name("plumbline-report").start(this::report);
    while (true) {
      TrialRequest request = requests.poll(IDLE_MILLIS, TimeUnit.MILLISECONDS);
      if (request == null) {
        spare.giveBack();
        request = requests.take();
      }
      AtWork.on("the first file");
      TrialVerdict verdict = verdict(check, request);
      synchronized (out) {
        verdict.write(out);
      }
    }
  }

  private static TrialVerdict verdict(CandidateCheck check, TrialRequest request) {
    try {
      return check.of(request);
    } catch (StackOverflowError e) {
      return TrialVerdict.refused(
          CandidateCheck.COMPILED,
          List.of("nested too deeply, at " + AtWork.now() + ". Try: write it as several rules."));
    }
  }

  /** What every candidate needs: the shipped rules, compiled and once settled. */
  private static void warmUp() {
    Evaluation shipped = Evaluation.with(RuleFiles.shipped());
    var unused = shipped.of(shipped.read(SnapshotReader.EXAMPLES, EXAMPLE, null));
  }

  private void report() {
    String last = null;
    try {
      while (true) {
        String now = AtWork.now();
        if (now != null && !now.equals(last)) {
          last = now;
          synchronized (out) {
            out.writeStartObject();
            out.writeStringField(AT, now);
            out.writeEndObject();
            out.writeRaw('\n');
            out.flush();
          }
        }
        Thread.sleep(REPORT_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      Runtime.getRuntime().halt(1);
    }
  }
}
