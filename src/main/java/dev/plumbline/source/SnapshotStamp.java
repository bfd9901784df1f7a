package dev.plumbline.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.TreeMap;

/**
 * By what a change of a folder is seen without reading it: which files there are, how large, of
 * when, and which they really are behind links.
 *
 * @param files by name; the fault by its text when the folder cannot be listed
 */
record SnapshotStamp(Map<String, String> files) {

  static SnapshotStamp of(Path folder) {
    var files = new TreeMap<String, String>();
    try {
      for (String name : SnapshotFiles.in(folder).names()) {
        files.put(name, stamp(folder.resolve(name)));
      }
    } catch (InvalidSourceException e) {
      files.put("", String.valueOf(e.getMessage()));
    }
    return new SnapshotStamp(files);
  }

  private static String stamp(Path file) {
    try {
      BasicFileAttributes is = Files.readAttributes(file, BasicFileAttributes.class);
      return is.size() + " " + is.lastModifiedTime().toInstant() + " " + is.fileKey();
    } catch (IOException e) {
      return "gone";
    }
  }
}
